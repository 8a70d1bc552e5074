/** RTSP servers of GStreamer, as real cameras that we did not write. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// Debian's own: a Python of another origin does not find its modules.
const PYTHON = '/usr/bin/python3'
export const GST_SERVER = {
  program: 'gst-rtsp-server',
  packages: [
    'python3-gi',
    'gir1.2-gst-rtsp-server-1.0',
    'gstreamer1.0-plugins-good',
    'gstreamer1.0-plugins-bad',
    'gstreamer1.0-plugins-ugly',
    'gstreamer1.0-libav',
  ],
  check: `${PYTHON} -c "import gi; gi.require_version('GstRtspServer', '1.0')" && gst-inspect-1.0 x265enc && gst-inspect-1.0 x264enc`,
}

/** Of servers with a scheme. */
export const GST_ACCOUNT = { username: 'admin', password: 'p@ss word' }

/** Its streams: `gst-rtsp-server.py`. */
export async function gstServer(transports: 'tcp-and-udp' | 'udp', scheme: 'none' | 'basic' | 'digest') {
  const script = join(import.meta.dirname, 'gst-rtsp-server.py')
  const child = spawn(PYTHON, [script, transports, scheme], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [port] = await once(child.stdout, 'data')
  return { port: Number(String(port)), [Symbol.dispose]: () => void child.kill() }
}
