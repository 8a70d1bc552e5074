import { type BudgetPlayer, LOOK_EVERY_MS, PictureBudget } from './picture-budget.ts'

/** A player that shares the budget of this page. */
type SharingPlayer = {
  budgetPlayer(): BudgetPlayer
  /** Key frames only, or all pictures. */
  thin(keysOnly: boolean): void
  /** Switches to the sub-stream. */
  demote(): void
}

/** The page's players, the oldest first. */
const players = new Set<SharingPlayer>()
const budget = new PictureBudget<SharingPlayer>()
let timer: ReturnType<typeof setInterval> | undefined

/** Lets a player share the page's budget until the answer is called. */
export function shareBudget(player: SharingPlayer): () => void {
  players.add(player)
  timer ??= setInterval(look, LOOK_EVERY_MS)
  return () => {
    players.delete(player)
    if (players.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function look(): void {
  // A hidden page draws nothing: its dropped frames mean nothing.
  if (document.visibilityState !== 'visible') return
  const { thinned, demoted } = budget.look(
    performance.now(),
    new Map([...players].map((player) => [player, player.budgetPlayer()])),
  )
  for (const player of players) player.thin(thinned.has(player))
  for (const player of demoted) player.demote()
}
