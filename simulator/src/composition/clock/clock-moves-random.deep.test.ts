import { HOUR_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClockRig, SNS } from './clock-rig.test-support.ts'
import { NaivePlatform } from './naive-platform.test-support.ts'

/** Of the world: other outages of the same devices. */
const seed = fc.constantFrom(7, 40, 1999, 20_260)
const sn = fc.constantFrom(...SNS)
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('alarm' as const), sn }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('edit' as const), sn, step: fc.integer({ min: 1, max: 50 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      sn,
      forced: fc.constantFrom('online' as const, 'offline' as const, 'released' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      byMs: fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
      cut: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('speed' as const), rate: fc.constantFrom(0.1, 1, 7, 60, 3600) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('step' as const), ms: fc.integer({ min: 1, max: 2 * HOUR_MS }) }),
  },
)

/** Since the fleet's last look at most; so close that under the fastest clock no outage lies between two. */
const LOOKS_MS = Array.from({ length: 26 }, (_, i) => i * 8)

test('random moves of the clock, edits, commands, alarms and outages agree with a naive stepping reference', async () => {
  await fc.assert(
    fc.asyncProperty(seed, fc.array(action, { minLength: 5, maxLength: 40 }), async (worldSeed, actions) => {
      await using rig = await createClockRig(worldSeed)
      const naive = new NaivePlatform(worldSeed)
      let order = 0
      for (const one of actions) {
        switch (one.do) {
          case 'pass':
            await rig.pass(one.ms)
            naive.pass(one.ms)
            break
          case 'alarm':
            await rig.raise(`alarm-${++order}`, one.sn)
            naive.alarms.push({ seq: `alarm-${order}`, sn: one.sn, atMs: naive.now() })
            break
          case 'edit':
            await rig.place(one.sn, 116 + one.step / 100)
            naive.edits.push({ sn: one.sn, atMs: naive.now(), longitude: 116 + one.step / 100 })
            break
          case 'command':
            await rig.commands.append(one.sn, rig.clock.now(), { kind: 'connectivity', forced: one.forced })
            naive.commands.push({ sn: one.sn, atMs: naive.now(), order: ++order, forced: one.forced })
            break
          case 'jump':
            await rig.moves.jump(rig.clock.now() + one.byMs, one.cut)
            naive.jump(naive.now() + one.byMs, one.cut)
            break
          case 'speed':
            rig.clock.speed(one.rate)
            naive.speed(one.rate)
            break
          case 'pause':
            rig.clock.pause()
            naive.pause()
            break
          case 'resume':
            rig.clock.resume()
            naive.resume()
            break
          case 'step':
            if (!naive.isPaused) break
            rig.clock.step(one.ms)
            naive.step(one.ms)
        }
        // A step of the fleet, so that it has seen the present; host time passes for both.
        await rig.pass(250)
        naive.pass(250)
        expect(rig.clock.now()).toBe(naive.now())
        expect(rig.visibleAlarms()).toEqual(naive.visible())
        // The fleet looks every 200 ms, returning alarms are looked for every 500 ms: changes since then are not seen
        // yet.
        await rig.pass(500)
        naive.pass(500)
        const ago = <Seen>(lagMs: number, look: () => Seen): Seen => {
          naive.pass(-lagMs)
          const seen = look()
          naive.pass(lagMs)
          return seen
        }
        for (const device of SNS) {
          const { slot, entity } = rig.directory.deviceBySn(device)!
          const online = () => naive.online(device, entity)
          if (LOOKS_MS.every((lagMs) => ago(lagMs, online) === online())) {
            expect(rig.directory.isOnline(slot), device).toBe(online())
          }
          const longitude = () => naive.longitude(device)
          if (ago(500, longitude) === longitude()) {
            expect(rig.longitudeOf(device), device).toBe(longitude())
          }
        }
      }
    }),
    { numRuns: 300 },
  )
})
