import { useEffect, useState } from 'react'
import { useText } from '../language/language.ts'
import { chunkLoader } from '../platform/chunk-loader.ts'
import { Notice } from './notice.tsx'

/** Says that a part of the page waits for the server, for as long as it does, and fetches it again when asked. */
export function MissingParts() {
  const t = useText('shell')
  const [missing, setMissing] = useState(0)
  useEffect(() => chunkLoader.onMissing(setMissing), [])
  if (missing === 0) return null
  return <Notice text={t('part.missing')} action={t('part.retry')} onAction={chunkLoader.retry} />
}
