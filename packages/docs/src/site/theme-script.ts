/** Runs before the first paint, so that a chosen theme does not flash. The policy of each page has its hash. */
export const themeScript =
  "try{const scheme=localStorage.getItem('scheme');if(scheme)document.documentElement.style.colorScheme=scheme}catch{}"
