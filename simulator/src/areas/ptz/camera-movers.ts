import type { PtzMotion } from '../../devices/commands.ts'

type Axis = keyof PtzMotion
type Named = { chnId?: number }
type Mover = { axes: ReadonlySet<Axis>; named: Named }

/** Which session moves which axes of a camera, by serial number: the last one that named an axis. */
export function createCameraMovers() {
  const movers = new Map<string, Map<string, Mover>>()
  const forget = (sn: string, sessionId: string): void => {
    const own = movers.get(sn)
    own?.delete(sessionId)
    if (own?.size === 0) movers.delete(sn)
  }
  return {
    /** Nobody moves it any more. */
    clear: (sn: string) => void movers.delete(sn),
    /** `named`: what its commands name besides. */
    moved(sn: string, sessionId: string, motion: Partial<PtzMotion>, named: Named): void {
      const own = movers.get(sn) ?? new Map<string, Mover>()
      movers.set(sn, own)
      const axes = new Set(Object.keys(motion) as Axis[])
      for (const [other, mover] of [...own]) {
        const left = new Set([...mover.axes].filter((axis) => !axes.has(axis)))
        if (left.size > 0) own.set(other, { ...mover, axes: left })
        else own.delete(other)
      }
      own.set(sessionId, { axes: new Set([...(own.get(sessionId)?.axes ?? []), ...axes]), named })
    },
    /** Forgets a session. Answers the cameras that it moved; `axes`: its own, where others move the camera too. */
    leave(sessionId: string): { sn: string; axes?: Axis[]; named: Named }[] {
      return [...movers].flatMap(([sn, own]) => {
        const mover = own.get(sessionId)
        if (!mover) return []
        forget(sn, sessionId)
        const { axes, named } = mover
        return [movers.has(sn) ? { sn, axes: [...axes], named } : { sn, named }]
      })
    },
  }
}
