/** The part of the browser's window for elements fixed to the page, in pixels: all but what stands at its foot. */
export function pageRoom(): { clientWidth: number; clientHeight: number } {
  const page = document.documentElement
  const footPx = Number.parseFloat(getComputedStyle(page).getPropertyValue('--page-foot')) || 0
  return { clientWidth: page.clientWidth, clientHeight: page.clientHeight - footPx }
}
