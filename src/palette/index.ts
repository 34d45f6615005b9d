export { loadPalette, Palette } from './palette.tsx'
export { WhichKey } from './which-key.tsx'
