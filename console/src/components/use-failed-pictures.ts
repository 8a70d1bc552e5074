import { useEffect, useState } from 'react'
import { useText } from '../language/language.ts'
import { useConnectionLost } from '../platform/use-connection-lost.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Pictures that could not be loaded, by their address. They are tried again when a lost connection is back; until then
 * `text` blames the platform, not the picture. `failed`: text otherwise.
 */
export function useFailedPictures(failed: string) {
  const t = useText('shell')
  const isLost = useConnectionLost() !== undefined
  const [urls, setUrls] = useState(NONE)
  useEffect(() => {
    if (!isLost) setUrls(NONE)
  }, [isLost])
  return {
    has: (url: string) => urls.has(url),
    add: (url: string) => setUrls((before) => new Set([...before, url])),
    text: isLost ? t('connection.unreachable') : failed,
  }
}
