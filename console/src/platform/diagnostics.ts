import { create } from 'zustand'

/** One kind of fault in the platform's data: counted, with the last example kept. */
type Problem = { where: string; message: string; count: number; lastAt: number }

type Diagnostics = {
  /** Rows that did not fit the contract and were left out, by call or message. */
  droppedRows: Readonly<Record<string, number>>
  problems: readonly Problem[]
  /** Replies by outcome. */
  calls: { ok: number; refused: number; failed: number; retried: number }
}

const PROBLEMS_KEPT = 50

export const useDiagnostics = create<Diagnostics>(() => ({
  droppedRows: {},
  problems: [],
  calls: { ok: 0, refused: 0, failed: 0, retried: 0 },
}))

/** Counts rows of `where` that were left out, with the reason of one of them. */
export function noteDroppedRows(where: string, count: number, reason: string): void {
  useDiagnostics.setState((state) => ({
    droppedRows: { ...state.droppedRows, [where]: (state.droppedRows[where] ?? 0) + count },
  }))
  noteProblem(where, reason)
}

/** Keeps a message for the diagnostics drawer; the same message again only raises its count. */
export function noteProblem(where: string, message: string): void {
  useDiagnostics.setState((state) => {
    const known = state.problems.find((p) => p.where === where && p.message === message)
    const problem: Problem = { where, message, count: (known?.count ?? 0) + 1, lastAt: Date.now() }
    return { problems: [problem, ...state.problems.filter((p) => p !== known)].slice(0, PROBLEMS_KEPT) }
  })
}

export function noteCall(outcome: keyof Diagnostics['calls']): void {
  useDiagnostics.setState((state) => ({ calls: { ...state.calls, [outcome]: state.calls[outcome] + 1 } }))
}

export function droppedRowsTotal(dropped: Readonly<Record<string, number>>): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0)
}
