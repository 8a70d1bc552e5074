import type { Database } from 'better-sqlite3'
import type { Language } from '../../kernel/language.ts'
import { prepared } from './prepared.ts'

const CAPTURE_RULE = 'SELECT name FROM capture_rules WHERE id = ? ORDER BY version DESC LIMIT 1'

/**
 * Queries for the name behind an id of an area or of one of its calls. A column with `$language` has both languages.
 */
const NAMES: Readonly<Record<string, string>> = {
  users: 'SELECT login_name FROM users WHERE id = ?',
  session: 'SELECT login_name FROM users WHERE id = ?',
  'alarmTypes.setUserShield': 'SELECT login_name FROM users WHERE id = ?',
  roles: 'SELECT name FROM roles WHERE id = ?',
  templates: 'SELECT name FROM templates WHERE id = ? ORDER BY version DESC LIMIT 1',
  mediaServers: "SELECT record ->> 'name' FROM media_servers WHERE id = ?",
  'mediaConfig.addCaptureRule': CAPTURE_RULE,
  'mediaConfig.updateCaptureRule': CAPTURE_RULE,
  'mediaConfig.deleteCaptureRule': CAPTURE_RULE,
  preplans: 'SELECT name FROM preplans WHERE id = ?',
  alarmPush: 'SELECT name FROM alarm_push_rules WHERE id = ?',
  senseControllers: 'SELECT name FROM sense_controllers WHERE id = ?',
  workOrders: 'SELECT number FROM work_orders WHERE id = ?',
  'workOrders.autoNewCross': 'SELECT number FROM alarms WHERE id = ?',
  favourites: 'SELECT name FROM favourites WHERE id = ?',
  mapDrawings: 'SELECT name FROM map_drawings WHERE id = ?',
  workspaces: 'SELECT name FROM workspaces WHERE id = ?',
  'alarmPush.retry': 'SELECT rule_name FROM alarm_push_deliveries WHERE id = ?',
  alarmTypes: 'SELECT name_$language FROM alarm_types WHERE key = ?',
  alarms: 'SELECT dev_name_$language FROM alarms WHERE id = ?',
  upgrades: "SELECT name || ' ' || version FROM upgrade_runs WHERE id = ?",
  'upgrades.upload': "SELECT name || ' ' || version FROM device_versions WHERE id = ?",
  'upgrades.deleteVersion': "SELECT name || ' ' || version FROM device_versions WHERE id = ?",
  'deviceAdmin.addType': 'SELECT name FROM device_types WHERE id = ?',
  'deviceAdmin.updateType': 'SELECT name FROM device_types WHERE id = ?',
  'deviceAdmin.deleteType': 'SELECT name FROM device_types WHERE id = ?',
  'sensors.addQuantity': 'SELECT name_$language FROM sense_quantities WHERE code = ?',
  'sensors.updateQuantity': 'SELECT name_$language FROM sense_quantities WHERE code = ?',
  'sensors.deleteQuantity': 'SELECT name_$language FROM sense_quantities WHERE code = ?',
}

/** Current name of the target of a change; undefined: the target is gone, or ids of this kind have no name. */
export function calledNow(
  db: Database,
  action: string,
  target: string | number,
  language: Language = 'en',
): string | undefined {
  const sql = NAMES[action] ?? NAMES[action.slice(0, action.indexOf('.'))]
  if (!sql) return undefined
  return prepared(db, sql.replace('$language', language)).pluck().get(target) as string | undefined
}

/** Current name of a person; undefined for one who is gone. */
export const personNow = (db: Database, userId: number): string | undefined =>
  prepared(db, 'SELECT name FROM users WHERE id = ?').pluck().get(userId) as string | undefined
