import { getInfo } from '@backlot/contract/session/calls'
import { dialogs } from '../components/dialog-bridge.tsx'
import { notify } from '../components/notifications/notify.ts'
import { textOf } from '../language/language.ts'
import { channel } from '../platform/channel.ts'
import { request } from '../platform/client.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { onNotAuthorised } from '../platform/not-authorised.ts'
import { letPageGo } from '../platform/unsaved-changes.ts'
import { type EndReason, endSession, signOutAndEnd } from './session-end.ts'
import { updateUserInfo, useSession } from './session-store.ts'

/** The message stays readable this long before the page reloads. */
const READ_MS = 1800
/** After a warning the operator is signed out even without pressing the button. */
const WARNING_SECONDS = 8

const KEY = 'authorisation'

let ending = false
/** Set while 'login expired' is being read. */
let expiring: ReturnType<typeof setTimeout> | undefined
let checking = false

/** Sets the one handler of refused calls. */
export function handleNotAuthorised(): void {
  onNotAuthorised((argument, msg) => {
    if (ending || useSession.getState().userInfo === undefined) return
    if (argument === 1) expire()
    else void refuse(msg)
  })
}

/** 1: 'login expired, please log in again', then the page reloads (stated). */
function expire(): void {
  ending = true
  notify.error({ key: KEY, content: textOf('errors')('login_expired') })
  expiring = setTimeout(() => endSession('expired'), READ_MS)
}

/**
 * 0: shows that the account lacks the permission, and reloads the user info, since permissions or the session may have
 * changed.
 */
async function refuse(msg: string): Promise<void> {
  if (checking) return
  checking = true
  notify.error({ key: KEY, content: msg || textOf('errors')('no_permission') })
  try {
    const { userInfo } = await request(getInfo)
    updateUserInfo(userInfo)
    if (userInfo.permission.length === 0) endSession('no_permission')
  } catch (error) {
    noteProblem('session', String(error))
    if (!ending) expire()
  } finally {
    checking = false
  }
}

/**
 * Account notices (stated): a changed permission reloads; the others warn, sign out and clear stored data. A pending
 * call may be refused before the notice with the reason arrives: then the notice replaces 'login expired'.
 */
export function handleAccountNotices(): () => void {
  return channel.on('account', ({ notice }) => {
    if (ending && expiring === undefined) return
    ending = true
    clearTimeout(expiring)
    expiring = undefined
    notify.destroy(KEY)
    letPageGo()
    if (notice === 'permissionChanged') {
      notify.info({ kind: 'platform', content: textOf('shell')('notice.permissionChanged') })
      setTimeout(() => location.reload(), READ_MS)
      return
    }
    warnAndEnd(notice)
  })
}

function warnAndEnd(reason: Extract<EndReason, 'deleted' | 'updated' | 'kickedOut'>): void {
  const t = textOf('shell')
  const leave = () => void signOutAndEnd(reason)
  const timer = setTimeout(leave, WARNING_SECONDS * 1000)
  dialogs().warning({
    title: t(`notice.${reason}`),
    content: t('notice.signOut', { seconds: WARNING_SECONDS }),
    okText: t('notice.toSignIn'),
    onOk: () => {
      clearTimeout(timer)
      leave()
    },
  })
}
