// Paints the right background before the first script of the console arrives. A file of its own, since the
// Content-Security-Policy allows no script inside the page.
document.documentElement.dataset.theme =
  localStorage.getItem('themeMode') ??
  (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')
