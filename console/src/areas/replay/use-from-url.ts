import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTreeState } from '../../parts/device-tree/device-store.ts'
import { platformNow } from '../../platform/clock.ts'

/** What a live window's replay button shows: the minutes just gone. */
const BEFORE_NOW_MS = 5 * 60_000

/** Opens what the address names once the tree is there: `?sn=…&chnId=…&from=…`, the moment in seconds or milliseconds. */
export function useFromUrl(open: (what: { sn: string; chnId?: number }, atMs: number) => void): void {
  const [params, setParams] = useSearchParams()
  const state = useTreeState()
  const sn = params.get('sn')
  const chnId = params.get('chnId')
  const from = Number(params.get('from')) || undefined
  useEffect(() => {
    if (state !== 'ready' || sn === null) return
    const atMs = from === undefined ? platformNow() - BEFORE_NOW_MS : from < 1e11 ? from * 1000 : from
    open(chnId === null ? { sn } : { sn, chnId: Number(chnId) }, atMs)
    setParams(
      (before) => {
        for (const name of ['sn', 'chnId', 'from']) before.delete(name)
        return before
      },
      { replace: true },
    )
  }, [state, sn, chnId, from, open, setParams])
}
