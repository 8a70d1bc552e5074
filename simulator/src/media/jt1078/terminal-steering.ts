/** Orders of JT/T 1078 to a camera (0x9301 to 0x9306) as the camera carries them out. */
import type { DeviceAction } from '../../devices/commands.ts'
import type { Jt808Message } from '../../wire/jt808/message.ts'

export type SteeringRequest = Extract<Jt808Message, { kind: `ptz${string}` }>

const FASTEST = { log: 100, wire: 255 } as const
const DIRECTIONS = [undefined, { tilt: 1 }, { tilt: -1 }, { pan: -1 }, { pan: 1 }] as const
const [MORE, LESS] = [0, 1]
/** A step of the lens: a movement of this length. */
const STEP = { speed: 50, forMs: 400 } as const

/** The action of an order; 'bad' where a value is none of the protocol, 'unsupported': wiper and infrared light. */
export function actionOfSteering(request: SteeringRequest): DeviceAction | 'bad' | 'unsupported' {
  switch (request.kind) {
    case 'ptzRotate': {
      const { direction, turnSpeed } = request
      if (direction === 0) return { kind: 'ptzStop', axes: ['pan', 'tilt'] }
      const motion = DIRECTIONS[direction]
      const speed = Math.max(1, Math.round((turnSpeed * FASTEST.log) / FASTEST.wire))
      return motion ? { kind: 'ptzMove', motion, speed } : 'bad'
    }
    case 'ptzFocus':
    case 'ptzIris':
    case 'ptzZoom': {
      const { direction } = request
      if (direction !== MORE && direction !== LESS) return 'bad'
      const axis = ({ ptzFocus: 'focus', ptzIris: 'iris', ptzZoom: 'zoom' } as const)[request.kind]
      return { kind: 'ptzMove', motion: { [axis]: direction === MORE ? 1 : -1 }, ...STEP }
    }
    default:
      return 'unsupported'
  }
}
