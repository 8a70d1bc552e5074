import { CODES } from '@backlot/contract/codes'
import { PTZ } from '@backlot/contract/ptz/calls'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'
import { onLeaving } from './on-leaving.ts'
import type { PtzPoint } from './point-box.ts'
import { type PtzTarget, pointCamera, sendPtz } from './ptz-commands.ts'
import { PtzKeys } from './ptz-keys.ts'
import { type PtzMode, PtzMoves } from './ptz-moves.ts'

const MODE_KEY = 'ptzMode'
const timers = {
  set: (run: () => void, ms: number): unknown => setTimeout(run, ms),
  clear: (timer: unknown): void => clearTimeout(timer as ReturnType<typeof setTimeout>),
}
const isDiagonal = (cmd: number) => cmd >= PTZ.upLeft && cmd <= PTZ.downRight

/** Channels whose platform refused a diagonal move: it knows four directions only. */
const withoutDiagonals = new Set<string>()

/**
 * Steering of one channel: moves that begin and end, keys, speed and mode. `target` undefined: nothing is playing there
 * (moves answer with the stated message, or with `why`).
 */
export function usePtz(target: PtzTarget | undefined, why?: string) {
  const t = useText('video')
  const speed = useSettings((settings) => settings.ptzSpeed)
  const [mode, setMode] = useState<PtzMode>(() =>
    localStorage.getItem(MODE_KEY) === '0' ? 'momentary' : 'hold',
  )
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const key = target ? `${target.sn}/${target.chnId}` : ''
  const refusal = why ?? t('ptz.focusNoPlayVideo')
  const now = useRef({ target, refusal })
  now.current = { target, refusal }

  const { moves, press, keys } = useMemo(() => {
    // A stop goes where the move went, also when another window was selected meanwhile.
    let movedTarget: PtzTarget | undefined
    const send = (cmd: number, atSpeed: number) => {
      if (cmd !== PTZ.stop) movedTarget = now.current.target
      const to = movedTarget
      if (!to) return
      sendPtz(to, cmd, atSpeed).catch((error: unknown) => {
        const unknown = error instanceof PlatformReplyError && error.code === CODES.invalid
        if (unknown && isDiagonal(cmd)) withoutDiagonals.add(`${to.sn}/${to.chnId}`)
        notify.error({ key: 'ptz', content: errorText(error) })
        redraw()
      })
      redraw()
    }
    const made = new PtzMoves(send, timers)
    /** Begins a move and returns a function that ends it. */
    const guarded = (cmd: number): (() => void) => {
      if (now.current.target) return made.press(cmd)
      notify.warning({ key: 'ptz', content: now.current.refusal })
      return () => {}
    }
    return { moves: made, press: guarded, keys: new PtzKeys(guarded, timers) }
  }, [])
  moves.speed = speed
  moves.mode = mode

  // Another channel, the panel closing, and the page leaving.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the channel
  useEffect(() => {
    const letGo = () => {
      keys.letGo()
      moves.end()
    }
    const stay = onLeaving(letGo)
    const unfollow = channel.onLost((heardAt) => {
      if (heardAt === undefined) moves.again()
    })
    return () => {
      unfollow()
      stay()
      letGo()
    }
  }, [key, keys, moves])

  const point = useCallback((at: PtzPoint) => {
    const { target: to, refusal: words } = now.current
    if (!to) {
      notify.warning({ key: 'ptz', content: words })
      return
    }
    pointCamera(to, at).catch((error: unknown) => notify.error({ key: 'ptz', content: errorText(error) }))
  }, [])

  return {
    point,
    moving: moves.moving,
    speed,
    setSpeed: (value: number) => setSetting('ptzSpeed', value),
    mode,
    setMode: (value: PtzMode) => {
      localStorage.setItem(MODE_KEY, value === 'momentary' ? '0' : '1')
      setMode(value)
    },
    diagonals: !withoutDiagonals.has(key),
    press,
    keys,
  }
}

export type PtzControl = ReturnType<typeof usePtz>
