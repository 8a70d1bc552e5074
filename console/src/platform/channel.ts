import { createChannel } from './channel-connection.ts'
import { callOver } from './client.ts'
import { noteMachineTime, setClock } from './clock.ts'
import { channelAddress, config } from './config.ts'
import { reportNotAuthorised } from './not-authorised.ts'
import { pageTimers } from './reconnecting-socket.ts'

export type { ChannelEvents, ChannelFacts, ChannelState } from './channel-connection.ts'

/** The console's one real-time channel. The shell connects and closes it; everybody else subscribes and listens. */
export const channel = createChannel({
  ...pageTimers,
  openSocket: (who) => new WebSocket(channelAddress(who)),
  adapter: () => config().adapter,
  onRefused: () => reportNotAuthorised(1, ''),
  onClock: setClock,
  onMachineTime: noteMachineTime,
})

callOver(channel)

/** Follows the browser's network events, and reconnects at once when the page is looked at again. */
export function watchNetwork(): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') channel.wake()
  }
  window.addEventListener('online', channel.networkBack)
  window.addEventListener('offline', channel.networkGone)
  document.addEventListener('visibilitychange', wake)
  return () => {
    window.removeEventListener('online', channel.networkBack)
    window.removeEventListener('offline', channel.networkGone)
    document.removeEventListener('visibilitychange', wake)
  }
}
