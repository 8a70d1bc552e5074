import { useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'
import { chunkLoader } from '../../platform/chunk-loader.ts'
import { Notice } from '../notice/notice.tsx'

/** Shown while a part of the page waits for the server; its button fetches the part again at once. */
export function MissingChunks() {
  const t = useText('shell')
  const [missing, setMissing] = useState(0)
  useEffect(() => chunkLoader.onMissing(setMissing), [])
  if (missing === 0) return null
  return <Notice text={t('part.missing')} action={t('part.retry')} onAction={chunkLoader.retry} />
}
