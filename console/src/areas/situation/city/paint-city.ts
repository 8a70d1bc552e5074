import type { Language } from '../../../language/language.ts'
import { type CityView, type FreeArea, onStage } from './city-view.ts'
import type { TileShape } from './load-tiles.ts'

/** A night plan of the city: dark ground, roads as thin light, so that moving things stand out. */
const GROUND = '#080d14'

type AreaLook = { layer: string; kinds?: readonly string[]; fill: string }
type LineLook = { layer: string; kinds: readonly string[]; stroke: string; width: number; dash?: number[] }

const AREAS: readonly AreaLook[] = [
  { layer: 'landuse', kinds: ['residential', 'campus', 'worksite'], fill: '#0c131c' },
  { layer: 'landuse', kinds: ['commercial'], fill: '#10182280' },
  { layer: 'landuse', kinds: ['industrial'], fill: '#0f1520' },
  { layer: 'green', kinds: ['park', 'forest', 'grove'], fill: '#0a1917' },
  { layer: 'water', kinds: ['river', 'lake'], fill: '#0c2740' },
]
/** Widths at a stage 1080 pixels high. */
const LINES: readonly LineLook[] = [
  { layer: 'roads', kinds: ['lane'], stroke: '#131f2c', width: 0.6 },
  { layer: 'roads', kinds: ['street', 'country'], stroke: '#192838', width: 0.8 },
  { layer: 'railways', kinds: ['rail'], stroke: '#1c2735', width: 0.8, dash: [5, 4] },
  { layer: 'districts', kinds: ['boundary'], stroke: '#2a3a52', width: 0.8, dash: [8, 4, 2, 4] },
  { layer: 'roads', kinds: ['arterial'], stroke: '#25384f', width: 1.3 },
  { layer: 'roads', kinds: ['ring', 'expressway'], stroke: '#335373', width: 2 },
]
const LABEL = 'rgb(148 170 196 / 72%)'
const LABEL_PX = 15

type Plan = {
  view: CityView
  shapes: readonly TileShape[]
  /** Of the labels, which are only in the free area. */
  language: Language
  free: FreeArea
  /** Pixels of the canvas for one of the stage. */
  density: number
}

/** Draws the plan. */
export function paintCity(canvas: HTMLCanvasElement, plan: Plan): void {
  const { view, shapes, density } = plan
  canvas.width = Math.round(view.width * density)
  canvas.height = Math.round(view.height * density)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return
  context.fillStyle = GROUND
  context.fillRect(0, 0, canvas.width, canvas.height)
  const unit = view.height / 1080
  context.setTransform(
    view.scale * density,
    0,
    0,
    view.scale * density,
    view.offsetX * density,
    view.offsetY * density,
  )
  for (const look of AREAS) {
    context.fillStyle = look.fill
    context.beginPath()
    for (const shape of shapes) if (shape.form === 'area' && wears(shape, look)) trace(context, shape, true)
    context.fill('evenodd')
  }
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const look of LINES) {
    context.strokeStyle = look.stroke
    context.lineWidth = (look.width * unit) / view.scale
    context.setLineDash((look.dash ?? []).map((px) => (px * unit) / view.scale))
    context.beginPath()
    for (const shape of shapes) if (shape.form === 'line' && wears(shape, look)) trace(context, shape, false)
    context.stroke()
  }
  context.setLineDash([])
  paintLabels(context, plan)
}

function wears({ layer, kind }: TileShape, look: { layer: string; kinds?: readonly string[] }): boolean {
  return layer === look.layer && (look.kinds?.includes(kind) ?? true)
}

function trace(context: CanvasRenderingContext2D, { parts }: TileShape, close: boolean): void {
  for (const part of parts) {
    context.moveTo(part[0]!, part[1]!)
    for (let i = 2; i < part.length; i += 2) context.lineTo(part[i]!, part[i + 1]!)
    if (close) context.closePath()
  }
}

function paintLabels(context: CanvasRenderingContext2D, plan: Plan): void {
  const { view, shapes, language, free, density } = plan
  context.setTransform(density, 0, 0, density, 0, 0)
  const px = (LABEL_PX * view.height) / 1080
  context.font = `500 ${px}px ${getComputedStyle(document.body).fontFamily}`
  context.letterSpacing = `${px * (language === 'zh' ? 0.35 : 0.12)}px`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = LABEL
  // Tiles overlap at their edges: a name comes twice.
  const told = new Set<string>()
  for (const { form, name, parts } of shapes) {
    const place = parts[0]
    if (form !== 'point' || !name || !place || told.has(name.zh)) continue
    told.add(name.zh)
    const { x, y } = onStage(view, { x: place[0]!, y: place[1]! })
    const reach = context.measureText(name[language]).width / 2
    const isFree = x - reach > free.left && x + reach < free.left + free.width
    if (isFree && y > free.top && y < free.top + free.height) context.fillText(name[language], x, y)
  }
}
