import { LOOK_BLOCK, LOOK_TYPES } from '../look-block.ts'

/** Shaders of ShapeLayer. Lengths are CSS pixels around the marker's centre, y upwards. */

/** Uniforms of both shaders. */
const SHAPE_BLOCK = `\
layout(std140) uniform shapeUniforms {
  float radiusPx;
  float icons;
  float glyphCount;
${LOOK_BLOCK}
} shape;
`

export const SHAPE_UNIFORMS = {
  name: 'shape',
  vs: SHAPE_BLOCK,
  fs: `${SHAPE_BLOCK}uniform sampler2D glyphTexture;\n`,
  uniformTypes: {
    radiusPx: 'f32',
    icons: 'f32',
    glyphCount: 'f32',
    ...LOOK_TYPES,
  },
} as const

export const SHAPE_VERTEX = `\
#version 300 es
#define SHADER_NAME shape-layer-vertex-shader
in vec2 corner;
in vec2 offsets;
in vec4 marks;
out vec2 vPoint;
out vec4 vMarks;
void main(void) {
  vPoint = corner * (shape.radiusPx * 1.9 + 3.0);
  vMarks = marks;
  gl_Position = toClip(onCanvas(offsets) + vec2(vPoint.x, -vPoint.y));
}
`

/** Shape drawn on a square. States by number: 0 ring, 1 disc, 2 square, 3 diamond, 4 triangle. */
export const SHAPE_FRAGMENT = `\
#version 300 es
#define SHADER_NAME shape-layer-fragment-shader
precision highp float;
in vec2 vPoint;
in vec4 vMarks;
out vec4 fragColor;

const float SOFT = 0.75;
/** The farthest of any shape, a pointer's tip, in radii; what is around it reaches farther by this much of its width. */
const float REACH = 1.62;
const float MITRE = 1.6;

float boxDistance(vec2 p, vec2 half_, float corner) {
  vec2 q = abs(p) - half_ + corner;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - corner;
}
float triangleDistance(vec2 p, float r, float corner) {
  const float k = 1.7320508;
  float side = r - corner * 2.0;
  p.x = abs(p.x) - side;
  p.y = p.y + side / k;
  if (p.x + k * p.y > 0.0) p = vec2(p.x - k * p.y, -k * p.x - p.y) / 2.0;
  p.x -= clamp(p.x, -2.0 * side, 0.0);
  return -length(p) * sign(p.y) - corner;
}
float bodyDistance(vec2 p, float r, int state) {
  if (state == 2) return boxDistance(p, vec2(r * 0.9), r * 0.28);
  if (state == 3) return boxDistance(mat2(0.7071, 0.7071, -0.7071, 0.7071) * p, vec2(r * 0.86), r * 0.22);
  if (state == 4) return triangleDistance(p + vec2(0.0, r * 0.12), r * 1.42, r * 0.16);
  return length(p) - r;
}
float pointerDistance(vec2 p, float r, float heading) {
  float s = sin(heading);
  float c = cos(heading);
  vec2 q = vec2(c * p.x - s * p.y, s * p.x + c * p.y);
  q.x = abs(q.x);
  vec2 tip = vec2(0.0, r * REACH);
  vec2 foot = vec2(r * 0.62, r * 0.86);
  vec2 edge = foot - tip;
  vec2 normal = normalize(vec2(-edge.y, edge.x));
  return max(dot(q - tip, normal), r * 0.5 - q.y);
}
vec3 stateColour(int state) {
  if (state == 0) return shape.offline;
  if (state == 1) return shape.online;
  if (state == 2) return shape.processed;
  if (state == 3) return shape.gpsLost;
  return shape.alarm;
}
float glyphAlpha(vec2 p, float half_, float glyph) {
  vec2 at = p / half_ * 0.5 + 0.5;
  if (at.x < 0.0 || at.x > 1.0 || at.y < 0.0 || at.y > 1.0) return 0.0;
  return texture(glyphTexture, vec2((glyph + at.x) / shape.glyphCount, 1.0 - at.y)).a;
}
void main(void) {
  int state = int(vMarks.x + 0.5);
  float r = shape.radiusPx * (1.0 + 0.18 * vMarks.w);
  float haloPx = shape.icons > 0.5 ? 1.6 : 1.1;
  // Most of a square is neither body nor pointer: it costs no more than this.
  float reach = r * REACH + (haloPx + SOFT) * MITRE;
  if (dot(vPoint, vPoint) > reach * reach) discard;
  float body = bodyDistance(vPoint, r, state);
  float outline = body;
  if (shape.icons > 0.5 && vMarks.z >= 0.0 && body > -SOFT) {
    outline = min(outline, pointerDistance(vPoint, r, vMarks.z));
  }
  float cover = 1.0 - smoothstep(haloPx - SOFT, haloPx + SOFT, outline);
  if (cover <= 0.0) discard;
  vec3 tone = stateColour(state);
  vec3 haloTone = mix(shape.halo, shape.accent, vMarks.w);
  float inside = 1.0 - smoothstep(-SOFT, SOFT, outline);
  vec3 colour = mix(haloTone, tone, inside);
  float glyphHalf = r * (state == 4 ? 0.56 : 0.7);
  if (state == 0) {
    float core = 1.0 - smoothstep(-SOFT, SOFT, body + max(1.6, r * 0.16));
    colour = mix(colour, shape.paper, core);
    glyphHalf = r * 0.64;
  }
  if (shape.icons > 0.5) {
    vec2 at = state == 4 ? vPoint + vec2(0.0, r * 0.3) : vPoint;
    float ink = glyphAlpha(at, glyphHalf, vMarks.y);
    colour = mix(colour, state == 0 ? tone : vec3(1.0), ink);
  }
  float haloShare = mix(0.85, 1.0, inside);
  fragColor = vec4(colour, cover * haloShare);
}
`
