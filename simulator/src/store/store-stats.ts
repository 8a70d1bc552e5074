import type { Database, Statement } from 'better-sqlite3'

/** Statistics of a store since it was opened, in plain numbers: they are counted thousands of times a second. */
export type StoreStats = {
  writes: number
  refused: number
  changedRows: number
  transactions: number
  transactionMs: number
  slowTransactions: number
  reads: number
  readMs: number
  slowReads: number
  /** Called for each transaction, while tracing. */
  onTransaction: ((tookMs: number, writes: number, changedRows: number) => void) | undefined
}

/** A query that takes longer holds everybody up for longer than a frame of a picture. */
const SLOW_READ_MS = 20
const SLOW_TRANSACTION_MS = 100

export function createStoreStats(): StoreStats {
  return {
    writes: 0,
    refused: 0,
    changedRows: 0,
    transactions: 0,
    transactionMs: 0,
    slowTransactions: 0,
    reads: 0,
    readMs: 0,
    slowReads: 0,
    onTransaction: undefined,
  }
}

export function countTransaction(
  stats: StoreStats,
  tookMs: number,
  writes: number,
  changedRows: number,
): void {
  stats.transactions++
  stats.transactionMs += tookMs
  stats.changedRows += changedRows
  if (tookMs > SLOW_TRANSACTION_MS) stats.slowTransactions++
  stats.onTransaction?.(tookMs, writes, changedRows)
}

/**
 * Times the queries of a connection: `get` and `all` of every statement that is prepared from now on. Errors of a query
 * or its preparation go through `failed`.
 */
export function watchReads(db: Database, stats: StoreStats, failed: (error: unknown) => unknown): void {
  const caught =
    <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return run(...args)
      } catch (error) {
        throw failed(error)
      }
    }
  const timed = <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    caught((...args: Args): Result => {
      const beganMs = performance.now()
      const result = run(...args)
      const tookMs = performance.now() - beganMs
      stats.reads++
      stats.readMs += tookMs
      if (tookMs > SLOW_READ_MS) stats.slowReads++
      return result
    })
  const prepare = caught(db.prepare.bind(db) as (sql: string) => Statement)
  db.prepare = ((sql: string) => {
    const statement = prepare(sql)
    statement.get = timed(statement.get.bind(statement))
    statement.all = timed(statement.all.bind(statement))
    const iterate = statement.iterate.bind(statement)
    statement.iterate = function* (...args: unknown[]) {
      try {
        yield* iterate(...args)
      } catch (error) {
        throw failed(error)
      }
    }
    return statement
  }) as Database['prepare']
}
