/**
 * The packages with Node's binaries name their system as a string. pnpm reads lists only, and would install all of them. That the
 * binaries for Linux need the C library of GNU they do not say.
 */
function readPackage(manifest) {
  if (!/^node-(bin-)?(darwin|linux|win)-/.test(manifest.name)) return manifest
  const libc = [manifest.os].flat().includes('linux') ? { libc: ['glibc'] } : {}
  return { ...manifest, os: [manifest.os].flat(), cpu: [manifest.cpu].flat(), ...libc }
}

export const hooks = { readPackage }
