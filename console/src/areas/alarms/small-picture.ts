/** A little more than what the largest list shows on a sharp screen, pixels. */
const WIDTH = 320

/** The address of a picture for lists; a platform that knows no width answers the full one. */
export function smallPicture(url: string): string {
  if (url.startsWith('data:')) return url
  const [path = '', fragment] = url.split('#')
  return `${path}${path.includes('?') ? '&' : '?'}width=${WIDTH}${fragment === undefined ? '' : `#${fragment}`}`
}
