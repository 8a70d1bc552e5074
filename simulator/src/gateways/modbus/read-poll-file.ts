import { z } from 'zod'
import { MODBUS_TABLES } from '../../wire/modbus/modbus-requests.ts'
import { REGISTER_FIELDS, RegisterAddress } from '../../wire/modbus/register-schema.ts'
import { MQTT_SERIAL } from '../../wire/mqtt/mqtt-mapping.ts'
import { mappedAlarmType, mappedKind } from '../mapped-names.ts'
import { readMappingFile } from '../read-mapping-file.ts'

const Reading = z.strictObject({
  table: z.enum(MODBUS_TABLES, `must be one of ${MODBUS_TABLES.join(', ')}`).default('input'),
  ...REGISTER_FIELDS,
})

const Alarm = z.strictObject({
  table: z.enum(['coil', 'discrete'], 'must be coil or discrete').default('discrete'),
  address: RegisterAddress,
  alarm: mappedAlarmType,
  /** The bit that means the alarm. */
  when: z.union([z.literal(0), z.literal(1)], 'must be 0 or 1').default(1),
})

const PolledDevice = z
  .strictObject({
    sn: z
      .string()
      .regex(MQTT_SERIAL, 'must be 1 to 64 letters, digits, dots, colons, hyphens or underscores'),
    host: z.string().min(1).max(255),
    port: z.number().int().min(1).max(65_535).default(502),
    unit: z.number().int().min(0).max(255).default(1),
    everySeconds: z.number().min(1).max(86_400).default(10),
    kind: mappedKind,
    model: z.string().max(40).optional(),
    position: z
      .strictObject({
        longitude: z.number().min(-180).max(180),
        latitude: z.number().min(-90).max(90),
      })
      .optional(),
    readings: z.record(z.string().min(1).max(40), Reading).default({}),
    alarms: z.record(z.string().min(1).max(40), Alarm).default({}),
  })
  .refine(
    ({ readings, alarms }) => Object.keys(readings).length + Object.keys(alarms).length > 0,
    'is asked for nothing: add readings or alarms',
  )
export type PolledDevice = z.output<typeof PolledDevice>

/** Controllers at most: each has a connection of its own. */
const DEVICES_MAX = 500
export const PollFile = z.strictObject({
  devices: z
    .array(PolledDevice)
    .min(1)
    .max(DEVICES_MAX)
    .superRefine((devices, context) => {
      const seen = new Set<string>()
      for (const [index, { sn }] of devices.entries()) {
        if (seen.has(sn))
          context.addIssue({ code: 'custom', path: [index, 'sn'], message: `${sn} is there twice` })
        seen.add(sn)
      }
    }),
})

/** A file of controllers to poll (docs/modbus.md). Throws a StartError that names the line of the first mistake. */
export const readPollFile = (file: string): readonly PolledDevice[] =>
  readMappingFile('--modbus-poll', file, PollFile).devices
