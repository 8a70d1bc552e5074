/** Which edges pass near a point: a grid over the road graph's segments. */
import type { RoadGraph } from '../city/types.ts'
import { squareToEdge } from './edge-place.ts'

const CELL_M = 250

export type EdgeGrid = {
  /** Edges whose line comes within `radiusM` of a point, in ascending order. */
  edgesNear(x: number, y: number, radiusM: number): number[]
}

export function createEdgeGrid(graph: RoadGraph): EdgeGrid {
  let minX = Number.POSITIVE_INFINITY
  let minY = Number.POSITIVE_INFINITY
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = Number.NEGATIVE_INFINITY
  for (let i = 0; i < graph.geometryX.length; i++) {
    minX = Math.min(minX, graph.geometryX[i]!)
    maxX = Math.max(maxX, graph.geometryX[i]!)
    minY = Math.min(minY, graph.geometryY[i]!)
    maxY = Math.max(maxY, graph.geometryY[i]!)
  }
  const columns = Math.max(1, Math.floor((maxX - minX) / CELL_M) + 1)
  const rows = Math.max(1, Math.floor((maxY - minY) / CELL_M) + 1)
  const cells: (number[] | undefined)[] = new Array(columns * rows)
  const column = (x: number) => Math.max(0, Math.min(columns - 1, Math.floor((x - minX) / CELL_M)))
  const row = (y: number) => Math.max(0, Math.min(rows - 1, Math.floor((y - minY) / CELL_M)))

  for (let edge = 0; edge < graph.edgeCount; edge++) {
    for (let i = graph.geometryFirst[edge]!; i < graph.geometryFirst[edge + 1]! - 1; i++) {
      const ax = graph.geometryX[i]!
      const ay = graph.geometryY[i]!
      const bx = graph.geometryX[i + 1]!
      const by = graph.geometryY[i + 1]!
      const lastColumn = column(Math.max(ax, bx))
      const lastRow = row(Math.max(ay, by))
      for (let c = column(Math.min(ax, bx)); c <= lastColumn; c++) {
        for (let r = row(Math.min(ay, by)); r <= lastRow; r++) {
          const cell = cells[r * columns + c]
          if (!cell) cells[r * columns + c] = [edge]
          else if (cell[cell.length - 1] !== edge) cell.push(edge)
        }
      }
    }
  }

  return {
    edgesNear(x, y, radiusM) {
      const found = new Set<number>()
      for (let c = column(x - radiusM); c <= column(x + radiusM); c++) {
        for (let r = row(y - radiusM); r <= row(y + radiusM); r++) {
          for (const edge of cells[r * columns + c] ?? []) {
            if (!found.has(edge) && squareToEdge(graph, edge, x, y) <= radiusM * radiusM) found.add(edge)
          }
        }
      }
      return [...found].sort((a, b) => a - b)
    },
  }
}
