export { Palette, preloadPalette } from './palette.tsx'
export { WhichKey } from './which-key.tsx'
