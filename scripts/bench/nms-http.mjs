// node-media-server with its own HTTP side: cost of FLV viewers there. Prints its two ports.
import NodeMediaServer from 'node-media-server'
import logger from 'node-media-server/src/core/logger.js'

const [, , rtmpPort, httpPort] = process.argv
logger.log = () => undefined
const server = new NodeMediaServer({
  bind: '127.0.0.1',
  rtmp: { port: rtmpPort },
  http: { port: httpPort },
  webadmin: { enable: false },
  record: { auto: false },
  auth: { play: false, publish: false },
})
// Not all of it: its store would leave a folder where this runs.
server.httpServer.run()
server.rtmpServer.run()
