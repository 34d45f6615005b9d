export { PlayerBar as default } from './player-bar.tsx'
