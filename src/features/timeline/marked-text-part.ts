export { MarkedText as default } from './marked-text.tsx'
