// A long sidebar shows the entry of the page, and not only its start.
const sidebar = document.querySelector('#starlight__sidebar')
const entry = sidebar?.querySelector('[aria-current="page"]')
if (sidebar && entry) {
  entry.closest('details')?.setAttribute('open', '')
  const [outer, inner] = [sidebar.getBoundingClientRect(), entry.getBoundingClientRect()]
  // `scrollIntoView` would move the place from which the Tab key starts.
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    sidebar.scrollTop += inner.top - outer.top - outer.height / 2
}
