import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import { ChunkError } from '../../platform/chunk-loader.ts'
import { Notice } from '../notice/notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Keeps the failure of a dialog, a drawer or a host from the rest of the page, and offers another try. */
export function SectionBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(again, error) => <SectionFailed again={again} error={error} />}>
      {children}
    </ErrorBoundary>
  )
}

function SectionFailed({ again, error }: { again: () => void; error: unknown }) {
  const t = useText('shell')
  // React keeps the failure of a part that could not be imported: only a new page helps.
  const isGone = error instanceof ChunkError
  return (
    <div className="section-failed">
      <Notice
        text={t(isGone ? 'part.gone' : 'part.failed')}
        action={t(isGone ? 'part.reload' : 'screen.again')}
        onAction={isGone ? () => location.reload() : again}
      />
    </div>
  )
}
