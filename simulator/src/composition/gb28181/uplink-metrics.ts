import type { createMetrics } from '../../telemetry/metrics.ts'
import type { GbUplinks } from './open-gb-uplinks.ts'

const STATES = ['online', 'registering', 'waiting', 'offline'] as const

/** Figures of our own cameras at another platform; zero without one. What a device counted goes with its connection. */
export function gbUplinkMetrics(
  { gauge, gauges }: ReturnType<typeof createMetrics>,
  uplinks: GbUplinks | undefined,
): void {
  const all = () => uplinks?.states() ?? []
  const sum = (of: (stats: NonNullable<ReturnType<typeof all>[number]['stats']>) => number) =>
    all().reduce((total, { stats }) => total + (stats ? of(stats) : 0), 0)
  gauges(
    'backlot_gb28181_uplinks',
    'Own devices at another platform of GB/T 28181, by state.',
    ['state'],
    () => {
      const list = all()
      return STATES.map((state) => [{ state }, list.filter((one) => one.state === state).length] as const)
    },
  )
  gauge('backlot_gb28181_uplink_streams', 'Streams that own devices send to that platform.', () =>
    sum(({ streams }) => streams),
  )
  gauge('backlot_gb28181_uplink_subscriptions', 'Subscriptions of that platform to own devices.', () =>
    sum(({ subscriptions }) => subscriptions),
  )
  gauge('backlot_gb28181_uplink_messages', 'Messages of own devices that wait for that platform.', () =>
    sum(({ waiting }) => waiting),
  )
}
