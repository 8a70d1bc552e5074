/**
 * Saves files of the platform: a browser asks the server for what a link with `download` names, past the service
 * worker, and the server of a folder does not have it. The page asks in the link's place. A file that does not come
 * is left to the browser, which says that it failed.
 */
export function saveLinks(): void {
  const take = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[download]')
    if (!link || link.origin !== location.origin || !link.protocol.startsWith('http')) return
    if (left.delete(link)) return
    event.preventDefault()
    void save(link)
  }
  // Before the console's own listeners, one of which may keep the click to itself.
  document.addEventListener('click', take, { capture: true })
}

/** Links whose next click is the browser's. */
const left = new WeakSet<HTMLAnchorElement>()

async function save(link: HTMLAnchorElement): Promise<void> {
  const { href, download } = link
  const answer = await fetch(href).catch(() => undefined)
  const file = answer?.ok ? await answer.blob().catch(() => undefined) : undefined
  const address = file && URL.createObjectURL(file)
  const own = document.createElement('a')
  own.href = address ?? href
  own.download = download
  if (!address) left.add(own)
  document.body.append(own)
  own.click()
  own.remove()
  // The browser reads the file after the click.
  if (address) setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
