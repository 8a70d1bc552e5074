import { noteProblem } from './diagnostics.ts'

/** Whether the browser shows notifications of the operating system for this page. */
export function systemNotificationsAre(): 'allowed' | 'blocked' | 'unasked' | 'missing' {
  if (typeof Notification === 'undefined' || !isSecureContext) return 'missing'
  return { granted: 'allowed', denied: 'blocked', default: 'unasked' }[Notification.permission] as
    | 'allowed'
    | 'blocked'
    | 'unasked'
}

/** Asks the user, once; resolves with whether they are allowed. */
export async function askForSystemNotifications(): Promise<boolean> {
  return systemNotificationsAre() !== 'missing' && (await Notification.requestPermission()) === 'granted'
}

type SystemNotification = {
  title: string
  body: string
  /** One of the same tag is replaced. */
  tag: string
  /** Address in the console that a click opens: '#/…'. */
  address: string
}

/**
 * Shows a notification of the operating system. Phones show them by a service worker only, which then opens the address
 * (`public/service-worker.js`).
 */
export async function showSystemNotification({
  title,
  body,
  tag,
  address,
}: SystemNotification): Promise<void> {
  try {
    const options = { body, tag, icon: './icon-192.png', data: { address } }
    const worker = await navigator.serviceWorker?.getRegistration()
    if (worker?.active) {
      await worker.showNotification(title, options)
      return
    }
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      location.hash = address
      shown.close()
    }
  } catch (error) {
    noteProblem('system notification', String(error))
  }
}
