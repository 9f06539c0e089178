/** node --import tsx tests/bench/taint/record.ts <folder of clones> */
import { documentsOf, ordinaryCases, poisonCases } from "./cases";
import { recordFacts } from "./facts";

const [folder = ""] = process.argv.slice(2);
const texts = [...poisonCases(), ...ordinaryCases()].map(({ text }) => text);
recordFacts(folder, { texts, documents: documentsOf() });
