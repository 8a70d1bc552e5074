"""An RTSP server of GStreamer at a free port, which it prints. Arguments: tcp-and-udp or udp; none, basic or digest."""
import sys

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer

transports, scheme = sys.argv[1:3]
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1')
server.set_service('0')
if scheme != 'none':
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string('media.factory.role', 'viewer')
    if scheme == 'digest':
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest('admin', 'p@ss word', token)
    else:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic('admin', 'p@ss word'), token)
    server.set_auth(auth)

PICTURE = 'videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=25/1 !'
SOUND = 'audiotestsrc is-live=true ! audioconvert ! audioresample !'
LAW = SOUND + ' audio/x-raw,rate=8000,channels=1 ! alawenc ! rtppcmapay pt=8'
FAST = 'tune=zerolatency speed-preset=ultrafast key-int-max=25'
STREAMS = {
    '/h264': f'{PICTURE} x264enc {FAST} ! rtph264pay name=pay0 pt=96 '
    f'{SOUND} audio/x-raw,rate=44100,channels=2 ! avenc_aac ! rtpmp4gpay name=pay1 pt=97',
    '/bidirectional': f'{PICTURE} x264enc speed-preset=veryfast bframes=2 b-adapt=false key-int-max=25 '
    'rc-lookahead=5 ! video/x-h264,profile=main ! rtph264pay name=pay0 pt=96',
    '/h265': f'{PICTURE} x265enc {FAST} ! rtph265pay name=pay0 pt=96 {LAW} name=pay1',
    '/mpeg4': f'{PICTURE} avenc_mpeg4 ! rtpmp4vpay name=pay0 pt=96',
    '/sound': f'{LAW} name=pay0',
}
for path, launch in STREAMS.items():
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f'( {launch} )')
    factory.set_shared(True)
    if transports == 'udp':
        factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
    if scheme != 'none':
        access = 'viewer,media.factory.access=(boolean)true,media.factory.construct=(boolean)true'
        factory.add_role_from_structure(Gst.Structure.new_from_string(access))
    server.get_mount_points().add_factory(path, factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
