const ON_WINDOW = ['blur', 'beforeunload', 'pagehide']

/**
 * Calls `letGo` when the page is left, hidden, or asks whether it may be left: no release reaches a page behind a
 * question of the browser, another app or a locked screen. Answers a function that stops it.
 */
export function onLeaving(letGo: () => void): () => void {
  const hidden = () => {
    if (document.hidden) letGo()
  }
  for (const event of ON_WINDOW) window.addEventListener(event, letGo)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    for (const event of ON_WINDOW) window.removeEventListener(event, letGo)
    document.removeEventListener('visibilitychange', hidden)
  }
}
