/** Thread that builds one city: seconds in which its process answers nobody. */
import { parentPort, workerData } from 'node:worker_threads'
import { cityOf } from '../../world/city/city-of.ts'
import { packCity } from '../../world/city/packed-city.ts'
import { NO_INTERVENTIONS } from '../../world/create-interventions.ts'
import { createWorld } from '../../world/world.ts'

if (!parentPort) throw new Error('city-worker runs as a worker thread only')
const city = cityOf(workerData as number)
const roster = { vehicles: 0, bodyCameras: 0, sites: {} }
const { traffic } = createWorld(city.seed, { city, roster, interventions: NO_INTERVENTIONS })
parentPort.postMessage(packCity({ city, loops: traffic.loops }))
