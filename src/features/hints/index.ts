import './hints.css'

export { default } from './hints.tsx'
