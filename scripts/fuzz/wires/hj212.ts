import { mutateStream } from '@backlot/simulator/wire/hj212/mutate-stream'
import { writeFrame } from '@backlot/simulator/wire/hj212/write-packet'
import type { FuzzedWire } from './fuzzed-wire.ts'

const SAMPLES = [
  'QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&',
  'QN=20260112093000001;ST=22;CN=2011;PW=123456;MN=FUZZ-STATION-1;Flag=5;CP=&&DataTime=20260112093000;a34004-Rtd=75.6,a34004-Flag=N;LA-Rtd=57.9,LA-Flag=N&&',
  'QN=20260112093100001;ST=22;CN=2051;PW=123456;MN=__proto__;Flag=7;PNUM=2;PNO=1;CP=&&DataTime=20260112093000;a01006-Avg=101.85&&',
  'QN=20260112093100001;ST=22;CN=2061;PW=123456;MN=constructor;Flag=5;CP=&&DataTime=20260112090000;__proto__-Avg=1,constructor-Flag=N&&',
  'ST=91;CN=9014;PW=123456;MN=FUZZ-STATION-1;Flag=4;CP=&&&&',
]

export const FUZZED_HJ212: FuzzedWire = {
  readDamaged(pieces, seed) {
    const { packets, problems, longestKept } = mutateStream(seed, pieces)
    return `${pieces} damaged pieces, seed ${seed}: ${packets} packets, ${problems} problems, at most ${longestKept} bytes kept`
  },
  samples: () => SAMPLES.map((text) => writeFrame(text)),
  // Packets of a few stations.
  flood: {
    packet: (nth) =>
      writeFrame(
        `QN=20261123100000000;ST=22;CN=2011;PW=123456;MN=HOSTILE${String(nth % 8).padStart(17, '0')};Flag=5;CP=&&DataTime=20261123100000;a34004-Rtd=35,a34004-Flag=N;a01001-Rtd=12.5,a01001-Flag=N&&`,
      ),
    times: 400,
  },
}
