"""Speaks a tone to a camera over the back channel of ONVIF. Arguments: address, tcp or udp, seconds."""
import ctypes
import sys

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
from gi.repository import GLib, Gst

address, transport, seconds = sys.argv[1:4]
Gst.init(None)
player = Gst.Pipeline()
camera = Gst.ElementFactory.make('rtspsrc')
for name, value in {'location': address, 'backchannel': 'onvif', 'protocols': transport, 'latency': '0'}.items():
    Gst.util_set_object_arg(camera, name, value)
player.add(camera)
voice = Gst.parse_launch(
    'audiotestsrc is-live=true freq=440 volume=0.5 samplesperbuffer=160 ! audio/x-raw,rate=8000,channels=1 '
    '! mulawenc ! rtppcmupay min-ptime=20000000 max-ptime=20000000 ! appsink name=out emit-signals=true sync=false'
)
back = []
ref = ctypes.CDLL('libgstreamer-1.0.so.0').gst_mini_object_ref
ref.argtypes = [ctypes.c_void_p]
ref.restype = ctypes.c_void_p


def select(_camera, number, caps):
    structure = caps.get_structure(0)
    if structure.has_field('a-sendonly'):
        back.append(number)
    return True


def show(_camera, pad):
    sink = Gst.ElementFactory.make('fakesink')
    player.add(sink)
    sink.sync_state_with_parent()
    pad.link(sink.get_static_pad('sink'))


def speak(sink):
    sample = sink.emit('pull-sample')
    if back:
        # rtspsrc takes the reference of its caller, which the bindings give back too.
        ref(hash(sample))
        camera.emit('push-backchannel-sample', back[0], sample)
    return Gst.FlowReturn.OK


camera.connect('select-stream', select)
camera.connect('pad-added', show)
voice.get_by_name('out').connect('new-sample', speak)
loop = GLib.MainLoop()


def changed(_bus, message):
    if message.type == Gst.MessageType.ERROR:
        print(message.parse_error(), file=sys.stderr)
        loop.quit()


bus = player.get_bus()
bus.add_signal_watch()
bus.connect('message', changed)
player.set_state(Gst.State.PLAYING)
# The first pad shows that it plays.
camera.connect('pad-added', lambda *_: voice.set_state(Gst.State.PLAYING))
GLib.timeout_add(int(float(seconds) * 1000), loop.quit)
loop.run()
voice.set_state(Gst.State.NULL)
player.set_state(Gst.State.NULL)
print(f'back channel {back}', flush=True)
