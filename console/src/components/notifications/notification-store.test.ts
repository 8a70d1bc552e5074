import { expect, it } from 'vitest'
import { isQuiet, kindOfLevel, type Quiet } from './notification-kinds.ts'
import { createNotifications, type NewNotification } from './notification-store.ts'

const NOT_QUIET: Quiet = { quietKinds: [], quietUntilMs: 0 }

/** Notifications on a clock of the test. */
function setUp(quiet: Quiet = NOT_QUIET) {
  let nowMs = 10_000
  let usedMs = 0
  let timers: { at: number; run: () => void }[] = []
  const made = createNotifications({
    nowMs: () => nowMs,
    platformSeconds: () => 100,
    quiet: () => quiet,
    usedMs: () => usedMs,
    later(run, ms) {
      const timer = { at: nowMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  })
  return {
    made,
    use: () => {
      usedMs = nowMs
    },
    pass(ms: number) {
      nowMs += ms
      const due = timers.filter(({ at }) => at <= nowMs)
      timers = timers.filter(({ at }) => at > nowMs)
      for (const { run } of due) run()
    },
    shown: () => made.store.getState().shown?.content,
    listed: () => made.store.getState().list.map(({ content, missed }) => [content, missed]),
  }
}

const told = (content: string, more: Partial<NewNotification> = {}): NewNotification => ({
  content,
  severity: 'info',
  kind: 'talk',
  forMs: 5000,
  ...more,
})

it('shows a notification for its time, and lists it', () => {
  const { made, pass, use, shown, listed } = setUp()
  made.add(told('ring'))
  use()
  pass(4999)
  expect(shown()).toBe('ring')
  pass(1)
  expect(shown()).toBeUndefined()
  expect(listed()).toEqual([['ring', false]])
})

it('counts a notification as missed if nobody used the page while it was shown', () => {
  const { made, pass, listed } = setUp()
  made.add(told('ring'))
  made.add(told('saved', { kind: 'action', severity: 'success' }))
  pass(5000)
  expect(listed()).toEqual([
    ['saved', false],
    ['ring', true],
  ])
  made.markSeen()
  expect(listed().map(([, missed]) => missed)).toEqual([false, false])
})

it('counts a notification as missed if the next one took its place at once', () => {
  const { made, pass, use, listed } = setUp()
  made.add(told('first'))
  use()
  pass(200)
  made.add(told('second'))
  use()
  pass(1500)
  made.add(told('third'))
  expect(listed()).toEqual([
    ['third', false],
    ['second', false],
    ['first', true],
  ])
})

it('lists silenced kinds without showing them, but always shows SOS and answers to actions', () => {
  const { made, shown, listed } = setUp({ quietKinds: [], quietUntilMs: 20_000 })
  made.add(told('ring'))
  expect(shown()).toBeUndefined()
  expect(listed()).toEqual([['ring', true]])
  made.add(told('failed', { kind: 'action', severity: 'error' }))
  expect(shown()).toBe('failed')
  made.add(told('help', { kind: 'sos' }))
  expect(shown()).toBe('help')
})

it('is quiet for chosen kinds, and for all until a moment', () => {
  expect(isQuiet('talk', { quietKinds: ['talk'], quietUntilMs: 0 }, 1)).toBe(true)
  expect(isQuiet('files', { quietKinds: ['talk'], quietUntilMs: 0 }, 1)).toBe(false)
  expect(isQuiet('files', { quietKinds: [], quietUntilMs: 5 }, 4)).toBe(true)
  expect(isQuiet('files', { quietKinds: [], quietUntilMs: 5 }, 5)).toBe(false)
  expect(isQuiet('sos', { quietKinds: ['sos'], quietUntilMs: 5 }, 4)).toBe(false)
  expect([0, 1, 4, 9].map(kindOfLevel)).toEqual(['alarm1', 'alarm1', 'alarm4', 'alarm4'])
})

it('replaces a notification with the same key, and takes it back', () => {
  const { made, pass, use, shown, listed } = setUp()
  made.add(told('ordered', { key: 'picture' }))
  made.add(told('arrived', { key: 'picture', forMs: 0 }))
  expect(listed()).toEqual([['arrived', false]])
  use()
  pass(1_000_000)
  expect(shown()).toBe('arrived')
  made.remove('picture')
  expect([shown(), listed()]).toEqual([undefined, []])
})

it('takes a notification off the line when the user closes it', () => {
  const { made, shown, listed } = setUp()
  made.add(told('stays', { forMs: 0 }))
  made.close()
  expect([shown(), listed()]).toEqual([undefined, [['stays', false]]])
  made.clear()
  expect(listed()).toEqual([])
})
