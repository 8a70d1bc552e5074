import { SECOND_ADDRESSES, SIGN_IN_STOPS, STOPS } from './walk/stops.ts'
import { test } from './walk/walk.ts'

/** Parts of the walk: each takes some minutes. */
const PARTS = 4

test.describe.configure({ mode: 'parallel' })

for (let part = 0; part < PARTS; part++) {
  test(`every screen in both themes and both languages, part ${part + 1} of ${PARTS}`, async ({ walk }) => {
    const mine = <T>(list: readonly T[]) => list.filter((_, at) => at % PARTS === part)
    for (const stop of mine(SIGN_IN_STOPS)) await walk.visit(stop)
    await walk.signIn()
    for (const stop of mine(STOPS)) await walk.visit(stop)
    for (const path of mine(SECOND_ADDRESSES)) await walk.read(path)
  })
}
