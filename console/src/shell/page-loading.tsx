import './page-loading.css'

/** A quiet bar while a screen's code arrives; appears only when that takes a moment. */
export function PageLoading() {
  return <div className="page-loading" role="progressbar" aria-label="…" />
}
