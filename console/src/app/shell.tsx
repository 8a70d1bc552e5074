import { PageLoading } from './page-loading.tsx'

/** The frame around every screen. */
export function Shell() {
  return <PageLoading />
}
