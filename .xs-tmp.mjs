import { chromium } from "@playwright/test"; import { writeFileSync } from "node:fs";
const b = await chromium.launch({ executablePath: "/tmp/chromium", args: ["--no-sandbox","--allow-file-access-from-files"] });
const p=await b.newPage({viewport:{width:1440,height:900}});
for (const f of process.argv.slice(2)) { const [set,n]=f.split(":"); writeFileSync("/tmp/one.html", `<body style="margin:0"><img src="file:///work/weight/test-results/screenshots/${set}/${n}.webp">`); await p.setViewportSize(set.startsWith("390")?{width:390,height:844}:{width:1440,height:900}); await p.goto("file:///tmp/one.html"); await p.screenshot({path:`/tmp/sheets/one-${set}-${n}.png`}); }
await b.close();
