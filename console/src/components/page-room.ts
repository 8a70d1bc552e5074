/** The part of the browser's window for elements fixed to the page, in pixels: all but the alarm banner. */
export function pageRoom(): { clientWidth: number; clientHeight: number } {
  const page = document.documentElement
  const bannerPx = Number.parseFloat(getComputedStyle(page).getPropertyValue('--alarm-banner-height')) || 0
  return { clientWidth: page.clientWidth, clientHeight: page.clientHeight - bannerPx }
}
