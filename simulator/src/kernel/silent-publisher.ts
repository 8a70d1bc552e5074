import type { Publisher } from './publisher.ts'

/** Nobody hears it: where there is no channel, and for tests that listen to a part. */
export const SILENT_PUBLISHER: Publisher = {
  alarms: () => {},
  workOrders: () => {},
  resource: () => {},
  status: () => {},
  gps: () => {},
  moved: () => {},
  treeChanged: () => {},
  channelsChanged: () => {},
  setting: () => {},
  account: () => {},
  session: () => {},
  alarmTypesChanged: () => {},
  toSession: () => {},
}
