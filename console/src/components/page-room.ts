/** The part of the browser's window in which what is fixed to the page may stand, in pixels: all but the alarm banner. */
export function pageRoom(): { clientWidth: number; clientHeight: number } {
  const page = document.documentElement
  const bannerPx = Number.parseFloat(getComputedStyle(page).getPropertyValue('--alarm-banner-height')) || 0
  return { clientWidth: page.clientWidth, clientHeight: page.clientHeight - bannerPx }
}
