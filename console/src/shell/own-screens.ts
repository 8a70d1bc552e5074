import { useMemo } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import { useSession } from '../session/session-store.ts'

/** Paths of screens that a user pinned, oldest first, and opened, newest first. */
export type OwnScreens = { pinned: readonly string[]; recent: readonly string[] }

const MOST_RECENT = 8
const MOST_PINNED = 12

const Stored = z.object({
  pinned: z.array(z.string()).max(MOST_PINNED),
  recent: z.array(z.string()).max(MOST_RECENT),
})

const NONE: OwnScreens = { pinned: [], recent: [] }

const keyOf = (loginName: string) => `screens:${loginName}`

/** What is stored for a user of this browser; unreadable entries count as none. */
export function readOwnScreens(storage: Pick<Storage, 'getItem'>, loginName: string): OwnScreens {
  const text = storage.getItem(keyOf(loginName))
  if (text === null) return NONE
  try {
    return Stored.parse(JSON.parse(text))
  } catch {
    return NONE
  }
}

export const withRecent = (own: OwnScreens, path: string): OwnScreens => ({
  ...own,
  recent: [path, ...own.recent.filter((one) => one !== path)].slice(0, MOST_RECENT),
})

/** Pins a screen, or unpins it. The oldest pin gives way when there are too many. */
export const withPin = (own: OwnScreens, path: string): OwnScreens => ({
  ...own,
  pinned: own.pinned.includes(path)
    ? own.pinned.filter((one) => one !== path)
    : [...own.pinned, path].slice(-MOST_PINNED),
})

/** Grows with each change: readers look into the storage again, which other tabs write too. */
const useChanges = create(() => ({ version: 0 }))

function change(to: (own: OwnScreens) => OwnScreens): void {
  const loginName = useSession.getState().userInfo?.loginName
  if (loginName === undefined) return
  localStorage.setItem(keyOf(loginName), JSON.stringify(to(readOwnScreens(localStorage, loginName))))
  useChanges.setState(({ version }) => ({ version: version + 1 }))
}

export const noteVisit = (path: string): void => change((own) => withRecent(own, path))
export const togglePin = (path: string): void => change((own) => withPin(own, path))

/** The signed-in user's screens, also after each change. */
export function useOwnScreens(): OwnScreens {
  const loginName = useSession((session) => session.userInfo?.loginName)
  const version = useChanges((changes) => changes.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a new content of the storage
  return useMemo(
    () => (loginName === undefined ? NONE : readOwnScreens(localStorage, loginName)),
    [loginName, version],
  )
}
