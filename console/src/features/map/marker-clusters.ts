import Supercluster from 'supercluster'
import type { Aggregates, MarkerView } from './marker-frame.ts'
import { MARKER_STATES } from './marker-state.ts'
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts'

/** Aggregates collect markers within this many pixels. */
const RADIUS_PX = 62
/** Past this zoom nothing is gathered. */
const MAX_CLUSTER_ZOOM = 18

type PointProps = { id: number; state: number }
type Sums = { states: number[] }

export type ClusterPoint = { id: number; x: number; y: number; state: number }

/** Single devices in a view, and the aggregates of the others. */
type ClusterReading = { alone: number[]; aggregates: Aggregates }

/** Aggregation of all shown devices with counts per state, for one moment. */
export class MarkerClusters {
  /** Grows with every rebuild; cluster ids hold within one. */
  build = 0
  #last: { view: MarkerView; build: number; answer: ClusterReading } | undefined
  #tree: Supercluster<PointProps, Sums> | undefined

  rebuild(points: Iterable<ClusterPoint>): void {
    const features = []
    for (const { id, x, y, state } of points) {
      features.push({
        type: 'Feature' as const,
        properties: { id, state },
        geometry: { type: 'Point' as const, coordinates: [longitudeOf(x), latitudeOf(y)] },
      })
    }
    this.build += 1
    this.#tree = new Supercluster<PointProps, Sums>({
      radius: RADIUS_PX,
      maxZoom: MAX_CLUSTER_ZOOM,
      minPoints: 3,
      map: ({ state }) => ({ states: MARKER_STATES.map((_name, i) => (i === state ? 1 : 0)) }),
      reduce: (sums, { states }) => {
        sums.states = sums.states.map((n, i) => n + (states[i] as number))
      },
    }).load(features)
  }

  /** Aggregates in a view, and the ids of single devices. */
  read(view: MarkerView): ClusterReading {
    const known = this.#last
    if (known?.view === view && known.build === this.build) return known.answer
    const answer = this.#read(view)
    this.#last = { view, build: this.build, answer }
    return answer
  }

  #read(view: MarkerView): ClusterReading {
    const alone: number[] = []
    const found: { id: number; at: readonly number[]; count: number; states: number[] }[] = []
    const box: [number, number, number, number] = [
      longitudeOf(Math.max(0, view.west)),
      latitudeOf(Math.min(1, view.south)),
      longitudeOf(Math.min(1, view.east)),
      latitudeOf(Math.max(0, view.north)),
    ]
    for (const feature of this.#tree?.getClusters(box, Math.floor(view.zoom)) ?? []) {
      const { properties } = feature
      if ('cluster_id' in properties) {
        found.push({
          id: properties.cluster_id,
          at: feature.geometry.coordinates,
          count: properties.point_count,
          states: properties.states,
        })
      } else alone.push(properties.id)
    }
    found.sort((a, b) => a.id - b.id)
    return {
      alone,
      aggregates: {
        ids: Uint32Array.from(found, (cluster) => cluster.id),
        build: this.build,
        positions: Float64Array.from(
          found.flatMap(({ at }) => [mercatorX(at[0] as number), mercatorY(at[1] as number)]),
        ),
        counts: Uint32Array.from(found, (cluster) => cluster.count),
        states: Uint32Array.from(found.flatMap((cluster) => cluster.states)),
      },
    }
  }

  /** Zoom at which a cluster of this build falls apart, and where it is; undefined when it was rebuilt since. */
  expansionOf(build: number, cluster: number): number | undefined {
    if (build !== this.build || !this.#tree) return undefined
    return this.#tree.getClusterExpansionZoom(cluster)
  }
}

export const NO_AGGREGATES: Aggregates = {
  ids: new Uint32Array(),
  build: 0,
  positions: new Float64Array(),
  counts: new Uint32Array(),
  states: new Uint32Array(),
}
