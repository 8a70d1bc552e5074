import { liveDetections } from '@backlot/contract/ai-view/calls'
import { AI_LIMITS, type Detection, type DetectionLabel } from '@backlot/contract/ai-view/entities'
import { type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow, platformRate } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import type { LivePlayerHandle } from '../player/live-player.tsx'
import { readStrip } from '../player/strip-reader.ts'
import { DETECTION_COLOURS, detectionKind, labelWeight, percentOf } from './detection-look.ts'
import { DetectionTimeline } from './detection-timeline.ts'
import './detections.css'
import { placeLabels } from './place-labels.ts'

const ASK_EVERY_MS = 300
/** Delay of the next request after a refusal or a failure. */
const ASK_AGAIN_MS = 5000
/** Usual age of live pictures without a strip that shows it. */
const USUAL_AGE_MS = 400

type LiveDetectionsProps = {
  sn: string
  chnId: number
  player: RefObject<LivePlayerHandle | null>
  playing: boolean
  /** Called with each answer: whether the device analyses its pictures now. */
  onAnalysed?(analysed: boolean): void
}

/** Boxes over live video, each where its thing is in the very picture that is shown. Goes into a player's overlay. */
export function LiveDetections({ sn, chnId, player, playing, onAnalysed }: LiveDetectionsProps) {
  const t = useText('aiView')
  const canvas = useRef<HTMLCanvasElement>(null)
  const names = useRef(t)
  names.current = t
  const told = useRef(onAnalysed)
  told.current = onAnalysed
  const isPlaying = useRef(playing)
  isPlaying.current = playing

  useEffect(() => {
    const timeline = new DetectionTimeline(1000 / AI_LIMITS.looksPerSecond)
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      const toMs = Math.floor(platformNow())
      const known = timeline.newestMs()
      const isNext = known !== undefined && known < toMs && toMs - known <= AI_LIMITS.spanMs
      const fromMs = isNext ? known : toMs - 1000
      const query = { sn, chnId, fromMs, toMs }
      const { list } = await request(liveDetections, { query, signal: ending.signal })
      timeline.add(list)
      told.current?.(true)
    }
    const loop = async () => {
      let nextMs = ASK_EVERY_MS
      try {
        if (!document.hidden && platformRate() !== 0) await ask()
      } catch (error) {
        if (ending.signal.aborted) return
        noteProblem('ai.detections', String(error))
        told.current?.(false)
        nextMs = ASK_AGAIN_MS
      }
      if (!ending.signal.aborted) timer = setTimeout(() => void loop(), nextMs)
    }
    void loop()

    let frame = 0
    let watched: HTMLVideoElement | undefined
    let isOther = false
    const onPicture = () => {
      isOther = true
      watched?.requestVideoFrameCallback(onPicture)
    }
    const draw = () => {
      frame = requestAnimationFrame(draw)
      const video = player.current?.video()
      if (!video || !canvas.current) return
      if (video !== watched) {
        watched = video
        onPicture()
      }
      if (!isOther) return
      isOther = false
      const timeMs = readStrip(video)?.timeMs ?? platformNow() - USUAL_AGE_MS * platformRate()
      paint(canvas.current, isPlaying.current ? timeline.at(timeMs) : [], (label) =>
        names.current(`label.${label}`),
      )
    }
    frame = requestAnimationFrame(draw)
    return () => {
      ending.abort()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      watched = undefined
    }
  }, [sn, chnId, player])

  return <canvas ref={canvas} className="live-detections" aria-hidden />
}

const FONT = '600 11px'
const LABEL_HEIGHT = 15

/** Draws boxes with labels on a canvas of the size it is shown at. */
function paint(
  canvas: HTMLCanvasElement,
  list: readonly Detection[],
  nameOf: (label: DetectionLabel) => string,
): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const sharpness = window.devicePixelRatio
  if (canvas.width !== Math.round(width * sharpness) || canvas.height !== Math.round(height * sharpness)) {
    canvas.width = Math.round(width * sharpness)
    canvas.height = Math.round(height * sharpness)
  }
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(sharpness, 0, 0, sharpness, 0, 0)
  context.clearRect(0, 0, width, height)
  // The page's own fonts: Chinese names are drawn with the shipped font.
  context.font = `${FONT} ${getComputedStyle(document.body).fontFamily}`
  context.textBaseline = 'middle'
  const boxes = list.map((one) => {
    const text = `${nameOf(one.label)} ${percentOf(one.score)}`
    return {
      text,
      colour: DETECTION_COLOURS[detectionKind(one.label)],
      lineWidth: detectionKind(one.label) === 'alarm' ? 2.5 : 1.5,
      ...{ x: one.left * width, y: one.top * height, width: one.width * width, height: one.height * height },
      ...{
        labelWidth: context.measureText(text).width + 8,
        labelHeight: LABEL_HEIGHT,
        weight: labelWeight(one),
      },
    }
  })
  for (const one of boxes) {
    context.strokeStyle = one.colour
    context.lineWidth = one.lineWidth
    context.strokeRect(one.x, one.y, one.width, one.height)
  }
  for (const [at, place] of placeLabels(boxes, { width, height }).entries()) {
    if (!place) continue
    const { colour, labelWidth, text } = boxes[at]!
    context.fillStyle = colour
    context.fillRect(place.x, place.y, labelWidth, LABEL_HEIGHT)
    context.fillStyle = '#05080b'
    context.fillText(text, place.x + 4, place.y + LABEL_HEIGHT / 2)
  }
}
