/** How the search ranks pages: a word that is the whole of a longer one counts most. See pagefind.app/docs/ranking. */
export const ranking = {
  pageLength: 0.1,
  termFrequency: 0.1,
  termSaturation: 2,
  termSimilarity: 9,
  diacriticSimilarity: 0.8,
}
