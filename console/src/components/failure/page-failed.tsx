import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { Notice } from '../notice/notice.tsx'

/** The last resort: a failure above every boundary. Only reloading the page helps. */
export function PageFailed() {
  const t = useText('shell')
  const error = useRouteError()
  useEffect(() => noteProblem('page', String(error)), [error])
  return <Notice text={t('part.pageFailed')} action={t('part.reload')} onAction={() => location.reload()} />
}
