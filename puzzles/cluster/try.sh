#!/bin/bash
# Tries the Slurm script and the Ray driver for real, on this machine: Slurm with one node and two slots, Ray with two
# local nodes of which one is killed in the middle. Installs what it needs (Debian; as root). Takes about four times as
# long as one count. No part of any automatic test.
#
#   puzzles/cluster/try.sh QUADRILLE PUZZLE FOLDER
#
# prints commands and figures. The merged counts must be that of the plain count.
set -eu
quadrille=$(realpath "$1")
puzzle=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
mkdir -p "$3"
cd "$3"
export QUADRILLE=$quadrille

say() { echo; echo "== $* =="; date -u '+%H:%M:%S UTC'; }
# Runs a command that ends with 0, 1 or 3 if the number of solutions is known.
known() { "$@" || { code=$?; [ $code -eq 1 ] || [ $code -eq 3 ]; }; }
count() { grep -h 'solutions found' "$1"; }

say "packages"
command -v sbatch munged >/dev/null || { apt-get update -q; apt-get install -qy slurm-wlm munge; } >apt.log 2>&1
python3 -c 'import ray' 2>/dev/null || { python3 -m venv venv && venv/bin/pip install -q ray; } >pip.log 2>&1
[ -x venv/bin/ray ] && PATH=$PWD/venv/bin:$PATH
dpkg-query -W slurm-wlm munge
python3 -c 'import ray; print("ray", ray.__version__)'

say "plain count, two threads"
time known "$quadrille" solve "$puzzle" --count --threads 2 >plain.txt
count plain.txt

say "Slurm: one node, two slots"
cat >slurm.conf <<CONF
ClusterName=trial
SlurmctldHost=$(hostname)
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
KillWait=5
StateSaveLocation=$PWD/state
SlurmdSpoolDir=$PWD/spool
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd.pid
SlurmctldLogFile=$PWD/slurmctld.log
SlurmdLogFile=$PWD/slurmd.log
SlurmUser=root
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$(hostname) CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$PWD/slurm.conf
mkdir -p state spool /run/munge
[ -f /etc/munge/munge.key ] || mungekey --create
chown munge: /run/munge /etc/munge/munge.key
pgrep -x munged >/dev/null || su -s /bin/sh munge -c munged
slurmctld
slurmd
trap 'kill $(cat slurmd.pid slurmctld.pid) 2>/dev/null || true' EXIT
for _ in $(seq 30); do sinfo -h -o %T | grep -q idle && break; sleep 1; done
sinfo
rm -rf plan-slurm
"$quadrille" split "$puzzle" --workers 2 --out plan-slurm
submit() { sbatch --parsable --array=0-7 --time=30 "$here/slurm.sbatch" plan-slurm; }
job=$(submit)
sleep 20
squeue
"$quadrille" status plan-slurm
echo "one task is cancelled with SIGTERM, one program killed with SIGKILL:"
scancel "${job}_0"
# Between two parts there is none to kill.
until pkill -KILL --newest -f "solve --part plan-slurm"; do sleep 0.1; done
while squeue -h -j "$job" 2>/dev/null | grep -q .; do sleep 2; done
"$quadrille" status plan-slurm
"$quadrille" merge plan-slurm >merged-slurm.txt || echo "merge: code $?"
echo "the array again, for what is missing:"
job=$(submit)
while squeue -h -j "$job" 2>/dev/null | grep -q .; do sleep 2; done
"$quadrille" status plan-slurm
known "$quadrille" merge plan-slurm >merged-slurm.txt
count merged-slurm.txt

export RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0 RAY_DISABLE_IMPORT_WARNING=1
for shared in "" --shared; do
say "Ray: two nodes, one killed in the middle ${shared:+, with $shared}"
rm -rf plan-ray
"$quadrille" split "$puzzle" --workers 2 --out plan-ray
python3 - "$here" "$quadrille" $shared <<'PY'
import subprocess, sys, time
from ray.cluster_utils import Cluster

here, quadrille, *more = sys.argv[1:]
node = {"num_cpus": 1, "object_store_memory": 100 << 20}
cluster = Cluster(initialize_head=True, head_node_args=node)
second = cluster.add_node(**node)
print("nodes:", len(cluster.list_all_nodes()), flush=True)
started = time.time()
driver = subprocess.Popen([sys.executable, f"{here}/ray_driver.py", "plan-ray", "--quadrille", quadrille,
                           "--address", cluster.address, "--long", "20", "--into", "4", *more],
                          stdout=open(f"merged-ray{''.join(more)}.txt", "w"), stderr=open("driver.log", "w"))
time.sleep(45)
print(subprocess.run([quadrille, "status", "plan-ray"], capture_output=True, text=True).stdout, flush=True)
cluster.remove_node(second, allow_graceful=False)
print(f"killed one of two nodes after {time.time() - started:.0f} s", flush=True)
cluster.add_node(**node)
print("driver ended with code", driver.wait(), f"after {time.time() - started:.0f} s", flush=True)
cluster.shutdown()
PY
grep -E 'lost|long' "merged-ray$shared.txt" || true
"$quadrille" status plan-ray
count "merged-ray$shared.txt"
done

say "the counts"
for file in plain merged-slurm merged-ray merged-ray--shared; do
    echo "$file: $(count $file.txt)"
    [ "$(count plain.txt)" = "$(count $file.txt)" ]
done
echo "all are the same"
