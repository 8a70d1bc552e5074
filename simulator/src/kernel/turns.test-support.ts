/** Counts turns of the event loop while it runs. */
export function countTurns() {
  let turns = 0
  let isOver = false
  const next = () => {
    turns++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  return {
    count: () => turns,
    end() {
      isOver = true
    },
  }
}

/** Counts calls by the turn of the event loop that they come in; `end` answers the most of one turn. */
export function mostInOneTurn() {
  const turns = countTurns()
  let [most, inTurn, turn] = [0, 0, 0]
  return {
    called() {
      if (turn !== turns.count()) [inTurn, turn] = [0, turns.count()]
      most = Math.max(most, ++inTurn)
    },
    end() {
      turns.end()
      return most
    },
  }
}
