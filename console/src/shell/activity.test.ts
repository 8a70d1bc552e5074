import { afterEach, expect, it, vi } from 'vitest'
import { openActivityLink } from './activity.ts'

afterEach(() => vi.unstubAllGlobals())

it('reaches the other tabs of the same sign-in, not itself and not another sign-in', async () => {
  const heard: string[] = []
  const mine = openActivityLink('s1', () => heard.push('mine'))
  const same = openActivityLink('s1', () => heard.push('same'))
  const other = openActivityLink('s2', () => heard.push('other'))
  mine.post()
  await vi.waitFor(() => expect(heard).toEqual(['same']))
  for (const link of [mine, same, other]) link.close()
})

it('goes by storage events where there is no BroadcastChannel, and leaves nothing behind', () => {
  const page = new EventTarget()
  const stored = new Map<string, string>()
  // An event as the browser makes it for the other tabs.
  const tell = (key: string, newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', {
    setItem(key: string, value: string) {
      stored.set(key, value)
      tell(key, value)
    },
    removeItem(key: string) {
      stored.delete(key)
      tell(key, null)
    },
  })
  const onActive = vi.fn()
  const link = openActivityLink('s1', onActive)
  link.post()
  tell('something else', '1')
  expect(onActive).toHaveBeenCalledTimes(1)
  expect(stored.size).toBe(0)
  link.close()
  link.post()
  expect(onActive).toHaveBeenCalledTimes(1)
})
